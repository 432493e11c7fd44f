/** The user's choice; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The key in local storage. public/theme.js reads it before the first paint, so that the other theme never flashes by; storage may be blocked. */
const KEY = 'theme';
const listeners = new Set<() => void>();

/** The backgrounds of styles.css, which the browser's own bar takes too. */
export const GROUNDS = { light: '#f8f6f2', dark: '#161513' };

/** Returns the current theme. Read from the page itself, so that it works where nothing can be stored. */
export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage, it lasts until the page is left.
  }
  show(theme);
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = GROUNDS[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme];
  for (const listener of listeners) listener();
}

/** Applies another tab's choice here too. */
export function followTheme(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent): void => {
    if (key === KEY) show(isTheme(newValue) ? newValue : 'system');
  };
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}
