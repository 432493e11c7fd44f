/** Returns a message for what went wrong at a provider; `reason` is the identity service's code. */
export async function visitSentence(reason: string, name: string): Promise<string> {
  const causes = await import('./visit-errors.ts').catch(() => null);
  return causes?.VISIT_ERRORS.get(reason)?.(name) ?? `Logging in with ${name} didn’t work. Please try again.`;
}
