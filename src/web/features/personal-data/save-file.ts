/** Gives the reader a file to keep. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then, however large it is.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
