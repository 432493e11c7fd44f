import { Link } from '../router/index.ts';
import { Icon } from './icon.tsx';

export function AllPhonesLink() {
  return (
    <Link to="/phones" className="inline-flex min-h-11 shrink-0 items-center gap-1.5 font-semibold text-accent hover:underline">
      See all phones
      <Icon name="arrow-right" className="size-4 max-sm:hidden" />
    </Link>
  );
}
