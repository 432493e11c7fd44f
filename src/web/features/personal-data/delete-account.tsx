import { type FormEvent, useRef, useState } from 'react';
import { type Fault, faultOf } from '../../form-errors.ts';
import { useNavigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useDeleteAccount } from './queries.ts';

type Question = { email: string; onClose: () => void; onBusy: (busy: boolean) => void };

/** Deletes the account after the address is typed again. */
export function DeleteAccount({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Button variant="risky" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Delete your account?" busy={busy}>
        <DeleteForm email={email} onClose={() => setOpen(false)} onBusy={setBusy} />
      </Dialog>
    </>
  );
}

function DeleteForm({ email, onClose, onBusy }: Question) {
  const navigate = useNavigate();
  const erase = useDeleteAccount();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<Fault>({});
  const field = useRef<HTMLInputElement>(null);

  const send = useSingleFlight(async () => {
    if (typed.trim() === '') {
      field.current?.focus();
      return setFault({ field: 'Enter your email address to confirm.' });
    }
    setFault({});
    onBusy(true);
    try {
      await erase.mutateAsync(typed.trim());
      await navigate('/');
    } catch (error) {
      onBusy(false);
      setFault(faultOf(error, 'email'));
      field.current?.focus();
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>
        You’ll be logged out, your listings will be taken down, and your unpaid bookings will be canceled. <strong>This can’t be undone.</strong>
      </p>
      <Field
        ref={field}
        label={`Type ${email} to delete your account`}
        type="email"
        autoComplete="off"
        value={typed}
        error={fault.field}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError>{fault.whole}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose} disabled={erase.isPending}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" busy={erase.isPending}>
          Delete my account
        </Button>
      </div>
    </form>
  );
}
