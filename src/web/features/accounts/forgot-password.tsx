import { useState } from 'react';
import { IdentityError } from '../../ports/identity.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';

const EMPTY = "You've to insert Email First.";

type ForgotPasswordProps = {
  /** Returns the current content of the form's email field. */
  readEmail: () => string;
  onSent: () => void;
  onRefused: (error: unknown) => void;
};

/** Sends an email with a link to set a new password. */
export function ForgotPassword({ readEmail, onSent, onRefused }: ForgotPasswordProps) {
  const { identity, config } = useApp();
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

  return (
    <div className="grid gap-2">
      <Button variant="quiet" size="small" busy={step === 'busy'} onClick={() => void send()} className="-ml-4 justify-self-start">
        Forgot Password
      </Button>
      <div role="status">
        {step === 'sent' && (
          <p className="rounded-xl bg-good-soft px-4 py-3 text-good">
            Please check your email to reset your password.
            {config.demo && config.identity.kind === 'builtin' && (
              <>
                {' '}
                <Link to="/mailbox" className="underline">
                  Open the demo mailbox
                </Link>
              </>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
