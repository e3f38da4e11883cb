//! Signs requests to Vesting Index with a wallet's key.
//!
//! `cargo run wallet-proof.json` compares with the test vectors.
use base64::{engine::general_purpose::URL_SAFE_NO_PAD, Engine};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The one request that the signature is for.
struct Request<'a> {
    domain: &'a str,
    method: &'a str,
    path: &'a str,
    body: &'a [u8],
}

/// Returns the Authorization header. `nonce` and `timestamp` (serverTime) are those of GET /api/auth/nonce.
fn authorization(seed: &[u8; 32], nonce: &str, timestamp: u64, request: &Request) -> String {
    let key = SigningKey::from_bytes(seed);
    let text = |value: &str| Value::from(value).to_string();
    let message = format!(
        r#"{{"nonce":{},"timestamp":{},"wallet":{},"domain":{},"method":{},"path":{},"bodySha256":{}}}"#,
        text(nonce),
        timestamp,
        text(&bs58::encode(key.verifying_key().to_bytes()).into_string()),
        text(request.domain),
        text(request.method),
        text(request.path),
        text(&hex::encode(Sha256::digest(request.body))),
    );
    let signature = key.sign(message.as_bytes()).to_bytes();
    format!(
        "Bearer {}.{}",
        URL_SAFE_NO_PAD.encode(signature),
        URL_SAFE_NO_PAD.encode(message)
    )
}

fn main() {
    let file = std::env::args()
        .nth(1)
        .expect("give the file of test vectors");
    let source = std::fs::read_to_string(file).expect("the file can be read");
    let parsed: Value = serde_json::from_str(&source).expect("the file is JSON");
    let vectors = parsed["messages"]
        .as_array()
        .expect("the file has messages");
    for vector in vectors {
        let text = |name: &str| vector[name].as_str().unwrap_or_default();
        let mut seed = [0; 32];
        hex::decode_to_slice(text("seed"), &mut seed).expect("a seed is 32 bytes in hex");
        let request = Request {
            domain: text("domain"),
            method: text("method"),
            path: text("path"),
            body: text("body").as_bytes(),
        };
        let timestamp = vector["timestamp"].as_u64().unwrap_or_default();
        let header = authorization(&seed, text("nonce"), timestamp, &request);
        assert_eq!(header, text("authorization"), "{}", text("name"));
    }
    println!("{} vectors match", vectors.len());
}
