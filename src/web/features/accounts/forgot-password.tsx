import { Button } from '../../ui/button.tsx';
import { ResetSent } from './reset-sent.tsx';
import { type RequestResetOptions, useRequestReset } from './use-request-reset.ts';

/** Sends an email with a link to set a new password. */
export function ForgotPassword(options: RequestResetOptions) {
  const { step, send } = useRequestReset(options);
  return (
    <div className="grid gap-2">
      <Button variant="quiet" size="small" busy={step === 'busy'} onClick={() => void send()} className="-ml-4 justify-self-start">
        Forgot Password
      </Button>
      <ResetSent isSent={step === 'sent'} />
    </div>
  );
}
