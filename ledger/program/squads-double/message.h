/* The instructions of a vault transaction: compact as arguments, with lengths
 * of four bytes in the account. */
#pragma once
#include "accounts.h"

/* The header and the keys of a message. */
typedef struct {
  u64 signer_count;
  u64 writable_signer_count;
  u64 writable_non_signer_count;
  u64 key_count;
  const u8 *keys;
} Message;

static void open_message(Reader *reader, Message *message) {
  message->signer_count = read_u8(reader);
  message->writable_signer_count = read_u8(reader);
  message->writable_non_signer_count = read_u8(reader);
  message->key_count = read_u32(reader);
  message->keys = read_bytes(reader, 32 * message->key_count);
}

static bool is_writable_index(const Message *message, u64 index) {
  return index < message->signer_count
             ? index < message->writable_signer_count
             : index <
                   message->signer_count + message->writable_non_signer_count;
}

/* Appends a list of bytes with a length of four bytes, or only adds to the size
 * without a writer. */
static void copy_list(Reader *reader, u64 len, Writer *writer, u64 *size) {
  const u8 *at = read_bytes(reader, len);
  *size += 4 + len;
  if (!writer || reader->failed)
    return;
  write_u32(writer, (u32)len);
  sol_memcpy_(writer->at, at, len);
  writer->at += len;
}

static u64 read_u16(Reader *reader) {
  u64 low = read_u8(reader);
  return low | (u64)read_u8(reader) << 8;
}

static bool expand_instruction(Reader *reader, u64 key_count, Writer *writer,
                               u64 *size) {
  u8 program_index = read_u8(reader);
  u64 index_count = read_u8(reader);
  const u8 *indexes = reader->at;
  *size += 1;
  if (writer)
    write_u8(writer, program_index);
  copy_list(reader, index_count, writer, size);
  if (reader->failed || program_index >= key_count)
    return false;
  for (u64 i = 0; i < index_count; i++)
    if (indexes[i] >= key_count)
      return false;
  copy_list(reader, read_u16(reader), writer, size);
  return !reader->failed;
}

/*
 * Writes a compact message in the format of the account, and returns its size
 * there. Without a writer, only the size. Returns false for a malformed
 * message, and for one with lookup tables.
 */
NOINLINE bool expand_message(const u8 *bytes, u64 len, Writer *writer,
                             u64 *size) {
  Reader reader = {bytes, bytes + len, false};
  const u8 *header = read_bytes(&reader, 3);
  u64 signers = header[0], writable_signers = header[1],
      writable_non_signers = header[2];
  u64 key_count = read_u8(&reader);
  if (reader.failed || signers > key_count || writable_signers > signers ||
      writable_non_signers > key_count - signers)
    return false;
  *size = 3 + 4;
  if (writer) {
    for (u32 i = 0; i < 3; i++)
      write_u8(writer, header[i]);
    write_u32(writer, (u32)key_count);
  }
  const u8 *keys = read_bytes(&reader, 32 * key_count);
  *size += 32 * key_count;
  if (reader.failed)
    return false;
  for (u64 i = 0; writer && i < key_count; i++)
    write_key(writer, keys + 32 * i);
  u64 instruction_count = read_u8(&reader);
  *size += 4;
  if (writer)
    write_u32(writer, (u32)instruction_count);
  for (u64 i = 0; i < instruction_count; i++)
    if (!expand_instruction(&reader, key_count, writer, size))
      return false;
  u8 lookup_count = read_u8(&reader);
  *size += 4;
  if (writer)
    write_u32(writer, 0);
  return !reader.failed && lookup_count == 0;
}
