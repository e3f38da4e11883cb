"""Signs requests to Vesting Index with a wallet's key. Needs `pip install cryptography`.

python3 wallet_proof.py check wallet-proof.json    compares with the test vectors
python3 wallet_proof.py get /api/webhooks          reads SERVICE_URL, and WALLET_SEED (32 bytes in hex)
"""
import base64
import hashlib
import json
import os
import sys
import urllib.parse
import urllib.request

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def authorization(seed: bytes, nonce: str, timestamp: int, *, domain: str, method: str, path: str, body: bytes = b"") -> str:
    """Returns the Authorization header for one request. `timestamp` is the serverTime of the nonce."""
    key = Ed25519PrivateKey.from_private_bytes(seed)
    message = {
        "nonce": nonce,
        "timestamp": timestamp,
        "wallet": base58(key.public_key().public_bytes_raw()),
        "domain": domain,
        "method": method,
        "path": path,
        "bodySha256": hashlib.sha256(body).hexdigest(),
    }
    signed = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
    return f"Bearer {base64url(key.sign(signed))}.{base64url(signed)}"


def request(service: str, seed: bytes, method: str, path: str, body: bytes = b""):
    """Sends a request that the wallet signs, and returns the JSON of the answer."""
    with urllib.request.urlopen(f"{service}/api/auth/nonce") as response:
        issued = json.load(response)
    domain = urllib.parse.urlsplit(service).netloc
    header = authorization(seed, issued["nonce"], issued["serverTime"], domain=domain, method=method, path=path, body=body)
    headers = {"authorization": header, "content-type": "application/json"}
    sent = urllib.request.Request(service + path, data=body or None, headers=headers, method=method)
    with urllib.request.urlopen(sent) as response:
        return json.load(response)


def check(file: str) -> None:
    with open(file, encoding="utf8") as source:
        vectors = json.load(source)["messages"]
    for vector in vectors:
        names = ("domain", "method", "path")
        bound = {name: vector[name] for name in names} | {"body": vector["body"].encode()}
        header = authorization(bytes.fromhex(vector["seed"]), vector["nonce"], vector["timestamp"], **bound)
        assert header == vector["authorization"], vector["name"]
    print(f"{len(vectors)} vectors match")


if __name__ == "__main__":
    command, argument = sys.argv[1:]
    if command == "check":
        check(argument)
    else:
        seed = bytes.fromhex(os.environ["WALLET_SEED"])
        print(json.dumps(request(os.environ["SERVICE_URL"], seed, "GET", argument)))
