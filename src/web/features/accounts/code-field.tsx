import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';

/** The app's six digits, or a recovery code for users without the app. */
export type CodeKind = 'app' | 'recovery';

const KINDS = {
  app: { label: 'Code from your app', hint: '6 digits. A new code appears every 30 seconds.', inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: { label: 'Recovery code', hint: 'Looks like 7k3mq-x0v9d. Each code works once.', inputMode: 'text', autoComplete: 'off' },
} as const;

/** One field for a whole code, so that it can be pasted and a phone can suggest it. */
export function CodeField({ kind, ...props }: Omit<ComponentProps<typeof Field>, 'label'> & { kind: CodeKind }) {
  return <Field {...KINDS[kind]} {...props} name="code" autoCapitalize="none" spellCheck={false} />;
}
