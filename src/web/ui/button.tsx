import type { ComponentProps, MouseEvent } from 'react';
import { Link } from '../router/index.ts';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** `risky` leads to a `danger` button that confirms. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'risky';
export type ButtonSize = 'regular' | 'small';

type Look = { variant?: ButtonVariant; size?: ButtonSize };

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; busyText?: string };

/** While `busy` it shows a spinner (and `busyText`, if given) and ignores clicks, but keeps the focus, which a disabled button would lose. */
export function Button({ variant, size, busy = false, busyText, type = 'button', onClick, className, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? doNothing : onClick}
      className={buttonClass({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {busy && busyText ? busyText : children}
    </button>
  );
}

const doNothing = (event: MouseEvent): void => event.preventDefault();

/** Returns a button's class names, for other elements that look like one. */
export function buttonClass({ variant = 'primary', size = 'regular' }: Look = {}, className?: string): string {
  return classNames('button', `button-${variant}`, `button-${size}`, className);
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}
