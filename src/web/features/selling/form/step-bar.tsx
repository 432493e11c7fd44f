import { Link } from '../../../router/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { STEPS } from './steps.ts';

/** Shows the progress and links to every step. */
export function StepBar({ at }: { at: number }) {
  return (
    <nav aria-label="Steps" id="listing-steps" className="grid scroll-mt-24 gap-1">
      <ol className="grid grid-cols-5 gap-1.5">
        {STEPS.map(({ id, title }, index) => (
          <li key={id}>
            <Link
              to={`?step=${id}`}
              aria-current={index === at ? 'step' : undefined}
              preventScrollReset
              className="grid min-h-11 content-start gap-1.5 pt-2 rounded-lg text-sm hover:bg-sunken"
            >
              <span className={classNames('h-1.5 rounded-full', index <= at ? 'bg-accent' : 'bg-line')} />
              <span className={classNames('flex items-center gap-1 max-sm:sr-only', index === at ? 'font-semibold' : 'text-muted')}>
                {index < at && <Icon name="check" className="size-4 shrink-0" />}
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted sm:hidden">
        Step {at + 1} of {STEPS.length}: {STEPS[at]?.title}
      </p>
    </nav>
  );
}
