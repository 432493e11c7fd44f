/** Offers the user a file to save. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Long enough for the browser to have read a file of any size.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
