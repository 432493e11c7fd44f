import { useState } from 'react';
import { IdentityError } from '../../ports/identity.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

const EMPTY = "You've to insert Email First.";

export type RequestResetOptions = {
  /** Returns the current content of the form's email field. */
  readEmail: () => string;
  onSent: () => void;
  onRefused: (error: unknown) => void;
};

/** Sends an email with a link to set a new password. */
export function useRequestReset({ readEmail, onSent, onRefused }: RequestResetOptions) {
  const { identity } = useApp();
  const [step, setStep] = useState<'idle' | 'busy' | 'sent'>('idle');

  const send = useSingleFlight(async () => {
    const email = readEmail().trim();
    if (email === '') return onRefused(new IdentityError(422, EMPTY, { fields: { email: EMPTY } }));
    setStep('busy');
    try {
      await identity.requestPasswordReset(email);
      setStep('sent');
      onSent();
    } catch (error) {
      setStep('idle');
      onRefused(error);
    }
  });

  return { step, send };
}
