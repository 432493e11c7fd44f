import { useState } from 'react';
import { useDraftEntry } from '../../form-draft.ts';
import { fieldsOf } from '../../form-errors.ts';

/** An amount that is asked for beside a reason. */
export function useAmount(draft: string, missing: string) {
  const [amount, setAmount] = useDraftEntry(draft, 'amount', '');
  const [error, setError] = useState<string | undefined>();
  return {
    amount,
    /** Whether it is filled in; says so at the field otherwise. */
    isFilledIn(): boolean {
      const isMissing = amount.trim() === '';
      setError(isMissing ? missing : undefined);
      return !isMissing;
    },
    /** Shows what the server says of the amount; returns false when it says nothing of it. */
    showError(refusal: unknown): boolean {
      const { amount: message } = fieldsOf(refusal);
      setError(message);
      return message !== undefined;
    },
    field: {
      inputMode: 'decimal' as const,
      value: amount,
      ...(error !== undefined && { error }),
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        setError(undefined);
        setAmount(currentTarget.value);
      },
    },
  };
}
