"""Verifies a recipient's proof against the root on the ledger. Needs the standard library only.

SERVICE_URL=http://127.0.0.1:3000 NODE_URL=http://127.0.0.1:8899 python3 verify_proof.py <campaign> <recipient>
"""
import base64
import json
import os
import struct
import sys
import urllib.request

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
MASK = (1 << 64) - 1


def keccak256(data: bytes) -> bytes:
    """Keccak-256 with its original padding, which is not the SHA3-256 of hashlib."""
    rate = 136
    padded = bytearray(data) + b"\1" + bytes(-(len(data) + 1) % rate)
    padded[-1] |= 0x80
    state = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for index, lane in enumerate(struct.unpack("<17Q", padded[start : start + rate])):
            state[index % 5][index // 5] ^= lane
        state = permute(state)
    return b"".join(struct.pack("<Q", state[index][0]) for index in range(4))


def rotate(lane: int, bits: int) -> int:
    return ((lane << bits % 64) | (lane >> (64 - bits % 64))) & MASK


def permute(a):
    """Keccak-f[1600]."""
    register = 1
    for _ in range(24):
        c = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        d = [c[(x - 1) % 5] ^ rotate(c[(x + 1) % 5], 1) for x in range(5)]
        a = [[a[x][y] ^ d[x] for y in range(5)] for x in range(5)]
        x, y, current = 1, 0, a[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, a[x][y] = a[x][y], rotate(current, (t + 1) * (t + 2) // 2)
        a = [[a[x][y] ^ (~a[(x + 1) % 5][y] & a[(x + 2) % 5][y]) & MASK for y in range(5)] for x in range(5)]
        for j in range(7):
            register = ((register << 1) ^ ((register >> 7) * 0x71)) % 256
            if register & 2:
                a[0][0] ^= 1 << ((1 << j) - 1)
    return a


def base58_decode(text: str) -> bytes:
    number = 0
    for letter in text:
        number = number * 58 + ALPHABET.index(letter)
    return number.to_bytes(32, "big")


def leaf_hash(leaf: dict) -> bytes:
    """Hashes the 70 bytes of a leaf, little-endian."""
    data = struct.pack("<I", leaf["leafIndex"]) + base58_decode(leaf["beneficiary"])
    data += struct.pack("<QB", int(leaf["amount"]), leaf["releaseType"])
    data += struct.pack("<qqq", int(leaf["startTime"]), int(leaf["cliffTime"]), int(leaf["endTime"]))
    return keccak256(b"\0" + data + struct.pack("<B", leaf["milestoneIdx"]))


def root_of(leaf: dict, proof: list) -> bytes:
    """Returns the root that a proof leads to. Bit k of the leaf index says on which side the sibling of level k is."""
    running = leaf_hash(leaf)
    for level, sibling in enumerate(map(bytes, proof)):
        is_left = leaf["leafIndex"] >> level & 1 == 0
        running = keccak256(b"\1" + (running + sibling if is_left else sibling + running))
    return running


def read_json(url: str, body: object = None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"content-type": "application/json"})) as response:
        return json.load(response)


def root_on_ledger(node: str, campaign: str) -> bytes:
    """Reads the root of the campaign's account: 8 bytes of its type, four keys and a number stand before it."""
    params = [campaign, {"encoding": "base64"}]
    account = read_json(node, {"jsonrpc": "2.0", "id": 1, "method": "getAccountInfo", "params": params})
    return base64.b64decode(account["result"]["value"]["data"][0])[144:176]


if __name__ == "__main__":
    campaign, recipient = sys.argv[1:]
    service, node = os.environ["SERVICE_URL"], os.environ["NODE_URL"]
    answer = read_json(f"{service}/api/campaigns/{campaign}/proof?beneficiary={recipient}")
    is_valid = root_of(answer["leaf"], answer["proof"]) == root_on_ledger(node, campaign)
    print("valid" if is_valid else "invalid", answer["leaf"]["amount"])
    sys.exit(0 if is_valid else 1)
