import { type ComponentProps, type MouseEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { useHref, useRouting } from './context.tsx';
import { matchPath } from './matching.ts';
import type { NavigateOptions } from './router.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & NavigateOptions & { to: string };

/** How long a pointer must rest on a link before its page is prefetched, in milliseconds: passing over it triggers nothing. */
const INTENT_MS = 80;

type NavLinkProps = Omit<LinkProps, 'className'> & { className?: string | ((link: { isActive: boolean }) => string) };

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & NavigateOptions & { action: string };

/** A link that marks itself when it leads to the current page. */
export function NavLink({ className, ...link }: NavLinkProps) {
  const { location } = useRouting();
  const isActive = matchPath(link.to, location.pathname) !== null;
  return <Link {...link} aria-current={isActive ? 'page' : undefined} className={typeof className === 'function' ? className({ isActive }) : className} />;
}

/** A link to one of the shop's pages, which is shown without a page load. */
export function Link({ to, replace, state, preventScrollReset, onClick, onPointerEnter, onPointerLeave, ...anchor }: LinkProps) {
  const { navigate, prepare } = useRouting();
  const href = useHref(to);
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = (): void => clearTimeout(intent.current);
  useEffect(() => () => clearTimeout(intent.current), []);

  return (
    <a
      {...anchor}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        forget();
        void navigate(to, { replace, state, preventScrollReset });
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        if (event.pointerType === 'mouse') intent.current = setTimeout(() => prepare(to), INTENT_MS);
      }}
      onPointerLeave={(event) => {
        onPointerLeave?.(event);
        forget();
      }}
    />
  );
}

/** Whether the browser itself should handle a click: with another button, into another tab, or as a download. */
function isForBrowser(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, download } = event.currentTarget;
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (target !== '' && target !== '_self') || download !== '';
}

/** A form whose fields become an address's query; without JavaScript the browser does the same. */
export function Form({ action, replace, state, preventScrollReset, onSubmit, ...form }: FormProps) {
  const { navigate } = useRouting();
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void navigate(`${action.split('?')[0]}?${toQuery(event.currentTarget, event.submitter)}`, { replace, state, preventScrollReset });
  };
  return <form {...form} action={action} onSubmit={submit} />;
}

function toQuery(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') query.append(name, value);
  return query;
}

/** Goes to another page as soon as it is rendered, in place of this one. */
export function Navigate({ to, state }: { to: string } & Pick<NavigateOptions, 'state'>) {
  const { navigate } = useRouting();
  const target = useRef({ to, replace: true, state });
  useEffect(() => {
    void navigate(target.current.to, target.current);
  }, [navigate]);
  return null;
}
