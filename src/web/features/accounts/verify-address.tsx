import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../error-sentence.ts';
import { IdentityError } from '../../ports/identity.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { verifiedAddressOptions } from './queries.ts';

type Step = { name: 'idle' | 'busy' | 'sent' } | { name: 'refused'; sentence: string };

/** Tells users with an unverified address what to do, and resends the email. Renders nothing for everyone else. */
export function VerifyAddress({ email }: { email: string }) {
  const { identity, config } = useApp();
  const queries = useQueryClient();
  const options = verifiedAddressOptions(identity, email);
  const { data: isVerified } = useQuery(options);
  const [step, setStep] = useState<Step>({ name: 'idle' });

  const sendAgain = useSingleFlight(async () => {
    setStep({ name: 'busy' });
    try {
      await identity.verification?.sendAgain(email);
      setStep({ name: 'sent' });
    } catch (error) {
      setStep({ name: 'refused', sentence: sentenceOf(error) });
      // Verified meanwhile, in another window.
      if (error instanceof IdentityError && error.status === 409) await queries.invalidateQueries({ queryKey: options.queryKey });
    }
  });

  if (isVerified !== false) return null;
  return (
    <section aria-label="Your email address" className="grid gap-2 rounded-2xl border border-line bg-surface p-5">
      <p className="wrap-anywhere">
        To verify your email address, open the link we sent to <strong>{email}</strong>. You can use everything in the meantime.{' '}
        {config.demo && (
          <Link to="/mailbox" className="underline">
            Open the demo mailbox
          </Link>
        )}
      </p>
      <Button variant="quiet" size="small" busy={step.name === 'busy'} onClick={() => void sendAgain()} className="-ml-4 justify-self-start">
        Send again
      </Button>
      <div role="status" className="text-muted">
        {step.name === 'sent' && 'We’ve sent it again.'}
        {step.name === 'refused' && step.sentence}
      </div>
    </section>
  );
}
