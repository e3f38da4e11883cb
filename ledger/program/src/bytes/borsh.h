/* Cursors over Borsh bytes. A reader stores its failure, so a caller checks once, at the end. */
#pragma once
#include "bytes.h"

typedef struct {
  const u8 *at;
  const u8 *end;
  bool failed;
} Reader;

static const Key NO_BYTES = {0};

typedef struct {
  bool present;
  Key key;
} OptionalKey;

typedef struct {
  bool present;
  i64 time;
} OptionalTime;

/* The next `len` bytes in place; 32 zero bytes after the end of the input (no field is longer). */
INLINE const u8 *read_bytes(Reader *reader, u64 len) {
  if (reader->failed || (u64)(reader->end - reader->at) < len) {
    reader->failed = true;
    return NO_BYTES;
  }
  const u8 *at = reader->at;
  reader->at += len;
  return at;
}

INLINE u8 read_u8(Reader *reader) { return *read_bytes(reader, 1); }
INLINE u32 read_u32(Reader *reader) { return load_u32(read_bytes(reader, 4)); }
INLINE u64 read_u64(Reader *reader) { return load_u64(read_bytes(reader, 8)); }
INLINE i64 read_i64(Reader *reader) { return (i64)read_u64(reader); }
INLINE void read_key(Reader *reader, u8 *key) { copy_key(key, read_bytes(reader, 32)); }

INLINE bool read_bool(Reader *reader) {
  u8 byte = read_u8(reader);
  if (byte > 1)
    reader->failed = true;
  return byte == 1;
}

INLINE void read_optional_key(Reader *reader, OptionalKey *option) {
  option->present = read_bool(reader);
  copy_key(option->key, option->present ? read_bytes(reader, 32) : NO_BYTES);
}

INLINE void read_optional_time(Reader *reader, OptionalTime *option) {
  option->present = read_bool(reader);
  option->time = option->present ? read_i64(reader) : 0;
}

/* Writes go into buffers that are sized for the largest value of their type. */
typedef struct {
  u8 *at;
} Writer;

INLINE void write_u8(Writer *writer, u8 value) { *writer->at++ = value; }
INLINE void write_u32(Writer *writer, u32 value) {
  store_u32(writer->at, value);
  writer->at += 4;
}
INLINE void write_u64(Writer *writer, u64 value) {
  store_u64(writer->at, value);
  writer->at += 8;
}
INLINE void write_key(Writer *writer, const u8 *key) {
  copy_key(writer->at, key);
  writer->at += 32;
}
INLINE void write_optional_key(Writer *writer, const OptionalKey *option) {
  write_u8(writer, option->present);
  if (option->present)
    write_key(writer, option->key);
}
INLINE void write_optional_time(Writer *writer, const OptionalTime *option) {
  write_u8(writer, option->present);
  if (option->present)
    write_u64(writer, (u64)option->time);
}
