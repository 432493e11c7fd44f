/** What belongs to a path, and the values of its parameters; null where one can't be decoded. */
type Found<T> = { value: T; params: Record<string, string> | null };

/** Finds what belongs to a path among patterns such as `/products/:id`. A pattern's first part is fixed; of two that match, the first added counts. */
export function createPathPatterns<T>() {
  const exact = new Map<string, T>();
  const patterns = new Map<string, { parts: string[]; value: T }[]>();
  return {
    add(pattern: string, value: T): void {
      if (!pattern.includes(':')) return void exact.set(pattern, value);
      const parts = pattern.split('/');
      patterns.set(startOf(parts), [...(patterns.get(startOf(parts)) ?? []), { parts, value }]);
    },
    find(path: string): Found<T> | null {
      const value = exact.get(path);
      if (value !== undefined) return { value, params: {} };
      const asked = path.split('/');
      const found = patterns.get(startOf(asked))?.find(({ parts }) => fits(parts, asked));
      return found ? { value: found.value, params: paramsOf(found.parts, asked) } : null;
    },
  };
}

/** What a path and its pattern have in common: the number of parts, and the first. */
const startOf = (parts: string[]): string => `${parts.length}/${parts[1]}`;

const fits = (parts: string[], asked: string[]): boolean => parts.every((part, at) => (part.startsWith(':') ? asked[at] !== '' : part === asked[at]));

function paramsOf(parts: string[], asked: string[]): Record<string, string> | null {
  try {
    return Object.fromEntries(parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), decodeURIComponent(asked[at] ?? '')]] : [])));
  } catch {
    return null;
  }
}
