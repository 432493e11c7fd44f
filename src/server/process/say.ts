/** Writes a line for the person at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The same about something that failed. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
