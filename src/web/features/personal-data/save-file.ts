/** Offers the user a file to save. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Long enough for the browser to have read a file of any size.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
