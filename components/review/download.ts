/** Gives the person a file that was made in the browser. */
export function download(file: { name: string; type: string; chunks: string[] }): void {
  const address = URL.createObjectURL(new Blob(file.chunks, { type: file.type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
