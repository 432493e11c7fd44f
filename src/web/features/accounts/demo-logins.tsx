import { useApp } from '../../use-app.tsx';

/** The demo shop's logins, as its server prints them on startup. */
const LOGINS = [
  { role: 'Buyer', email: 'buyer@redial.test' },
  { role: 'Seller', email: 'seller@redial.test' },
  { role: 'Admin', email: 'admin@redial.test' },
];
const PASSWORD = 'redial123';

/** Fills in one of the demo shop's logins with one press. */
export function DemoLogins({ onPick }: { onPick: (login: { email: string; password: string }) => void }) {
  const { config } = useApp();
  if (!config.demo) return null;
  return (
    <div className="grid gap-2 rounded-xl border border-dashed border-line-strong p-4">
      <p className="text-sm text-muted">This is a demo shop. Log in with a sample account:</p>
      <div className="flex flex-wrap gap-2">
        {LOGINS.map(({ role, email }) => (
          <button
            key={role}
            type="button"
            title={email}
            onClick={() => onPick({ email, password: PASSWORD })}
            className="min-h-11 rounded-full border border-line-strong bg-surface px-4 font-medium hover:bg-sunken"
          >
            {role}
          </button>
        ))}
      </div>
    </div>
  );
}
