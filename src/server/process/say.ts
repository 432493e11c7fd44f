/** Writes a line for the person at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The same about something that failed. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A number of things, such as `1 row` or `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
