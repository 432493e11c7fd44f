import { Link } from '../../router/index.ts';
import { useApp } from '../../use-app.tsx';

/** Says that the link was emailed; announced when it appears. */
export function ResetSent({ isSent }: { isSent: boolean }) {
  const { config } = useApp();
  return (
    <div role="status">
      {isSent && (
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
  );
}
