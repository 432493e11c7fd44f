import type { Listing } from '#contract/listings.ts';
import { Link } from '../../../router/index.ts';
import { Icon } from '../../../ui/icon.tsx';

const STEP = 'inline-flex min-h-11 items-center hover:text-ink hover:underline';

/** The way back from a phone: home, and its brand. */
export function Breadcrumbs({ listing: { name, model_name } }: { listing: Listing }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 items-center gap-1 text-sm text-muted">
        <li className="shrink-0">
          <Link to="/" className={STEP}>
            Home
          </Link>
        </li>
        <li className="flex min-w-0 shrink-0 items-center gap-1">
          <Separator />
          <Link to={`/category/${encodeURIComponent(name)}`} className={STEP}>
            <bdi className="max-w-32 truncate">{name}</bdi>
          </Link>
        </li>
        <li className="flex min-w-0 items-center gap-1">
          <Separator />
          <bdi aria-current="page" className="truncate text-ink">
            {model_name}
          </bdi>
        </li>
      </ol>
    </nav>
  );
}

function Separator() {
  return <Icon name="chevron-right" className="size-4 shrink-0" />;
}
