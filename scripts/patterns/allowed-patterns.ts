/** Regular expressions that the checker can't prove safe. `pattern` is null for one built at run time. `reason`: why it is harmless. */
export const ALLOWED_PATTERNS: { file: string; pattern: string | null; reason: string }[] = [
  {
    file: 'src/web/features/search/suggestions.ts',
    pattern: null,
    reason: 'It runs only in the browser, on model names, and is built from at most eight words the visitor typed.',
  },
];
