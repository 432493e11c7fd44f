/** A target and what was measured, as a line; a value at the target or above misses it. */
export function verdictLine(what: string, { value, below, unit }: { value: number; below: number; unit: string }): string {
  return `${value < below ? 'met' : 'MISSED'}: ${what}: ${value.toFixed(1)} ${unit} (below ${below.toLocaleString('en-US')} ${unit})`;
}
