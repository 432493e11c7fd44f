import type { ReactNode } from 'react';
import { ConfirmButton } from './confirm-button.tsx';

type DeleteButtonProps = {
  /** What will be deleted, for screen readers and the confirmation. */
  name: string;
  /** What will happen, in a sentence. */
  children: ReactNode;
  /** Deletes it and shows the result; never rejects. */
  onConfirm: () => Promise<unknown>;
  disabled?: boolean;
  /** Why it is disabled. */
  title?: string;
};

/** A Delete button that asks for confirmation. */
export function DeleteButton({ name, title, ...rest }: DeleteButtonProps) {
  return <ConfirmButton button="Delete" variant="risky" size="small" name={`Delete ${name}`} hint={title} title={`Delete ${name}?`} {...rest} />;
}
