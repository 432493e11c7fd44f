/** Regular expressions that the checker can't find safe. `pattern` is null for one that is made while the code runs. `reason`: why it harms nobody. */
export const ALLOWED_PATTERNS: { file: string; pattern: string | null; reason: string }[] = [
  {
    file: 'src/web/features/search/suggestions.ts',
    pattern: null,
    reason: 'It runs only in the browser, on model names, and is built from at most eight words the visitor typed.',
  },
];
