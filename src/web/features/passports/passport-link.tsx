import { passportPath } from '../../passport-name.ts';
import { Link } from '../../router/index.ts';
import { Icon } from '../../ui/icon.tsx';

/** Leads from a listing to the phone's history. */
export function PassportLink({ id }: { id: string }) {
  return (
    <p className="flex items-start gap-3 text-sm">
      <Icon name="scroll-text" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        This phone has a{' '}
        <Link to={passportPath(id)} className="font-medium text-accent underline underline-offset-4">
          device passport
        </Link>
        : what we recorded of it, and what its owners say.
      </span>
    </p>
  );
}
