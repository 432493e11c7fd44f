import { useId, useSyncExternalStore } from 'react';
import { chooseTheme, followTheme, readTheme, THEMES, type Theme } from '../theme.ts';
import { Icon, type IconName } from './icon.tsx';

const LOOKS = {
  system: { text: 'System', icon: 'monitor' },
  light: { text: 'Light', icon: 'sun' },
  dark: { text: 'Dark', icon: 'moon' },
} satisfies Record<Theme, { text: string; icon: IconName }>;

/** Chooses the theme: light, dark, or the device's. */
export function ThemeSwitch() {
  const name = useId();
  const chosen = useSyncExternalStore<Theme | null>(followTheme, readTheme, () => null);
  return (
    <fieldset className="inline-flex rounded-full border border-line-strong p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => {
        const { text, icon } = LOOKS[theme];
        return (
          <label
            key={theme}
            title={text}
            className="grid size-11 cursor-pointer place-items-center rounded-full text-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={theme}
              checked={chosen === theme}
              onChange={() => chooseTheme(theme)}
              className="absolute size-px appearance-none opacity-0"
            />
            <Icon name={icon} className="size-5" />
            <span className="sr-only">{text}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
