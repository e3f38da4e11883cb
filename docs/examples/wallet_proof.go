// Signs requests to Vesting Index with a wallet's key, by the standard library alone.
//
//	go run wallet_proof.go wallet-proof.json    compares with the test vectors
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
)

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func base58(data []byte) string {
	number, digit, base := new(big.Int).SetBytes(data), new(big.Int), big.NewInt(58)
	text := ""
	for number.Sign() > 0 {
		number.DivMod(number, base, digit)
		text = string(alphabet[digit.Int64()]) + text
	}
	for index := 0; index < len(data) && data[index] == 0; index++ {
		text = "1" + text
	}
	return text
}

// Message is the JSON that the wallet signs; its fields have the order of the test vectors.
type Message struct {
	Nonce      string `json:"nonce"`
	Timestamp  int64  `json:"timestamp"`
	Wallet     string `json:"wallet"`
	Domain     string `json:"domain"`
	Method     string `json:"method"`
	Path       string `json:"path"`
	BodySha256 string `json:"bodySha256"`
}

// Authorization returns the header for one request. Nonce and Timestamp are those of GET /api/auth/nonce.
func Authorization(seed []byte, message Message, body []byte) (string, error) {
	key := ed25519.NewKeyFromSeed(seed)
	sum := sha256.Sum256(body)
	message.Wallet = base58(key.Public().(ed25519.PublicKey))
	message.BodySha256 = hex.EncodeToString(sum[:])
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(message); err != nil {
		return "", err
	}
	signed := bytes.TrimRight(text.Bytes(), "\n")
	encode := base64.RawURLEncoding.EncodeToString
	return "Bearer " + encode(ed25519.Sign(key, signed)) + "." + encode(signed), nil
}

type vector struct {
	Message
	Name, Seed, Body, Authorization string
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var file struct{ Messages []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	for _, vector := range file.Messages {
		seed, _ := hex.DecodeString(vector.Seed)
		header, err := Authorization(seed, vector.Message, []byte(vector.Body))
		if err != nil || header != vector.Authorization {
			panic(vector.Name)
		}
	}
	fmt.Println(len(file.Messages), "vectors match")
}
