import { ArrowRight } from 'lucide-react';
import { Link } from '../router/index.ts';

export function AllPhonesLink() {
  return (
    <Link to="/phones" className="inline-flex min-h-11 shrink-0 items-center gap-1.5 font-semibold text-accent hover:underline">
      See all phones
      <ArrowRight className="size-4 max-sm:hidden" aria-hidden="true" />
    </Link>
  );
}
