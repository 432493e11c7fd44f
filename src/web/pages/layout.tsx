import { type ReactNode, Suspense } from 'react';
import { CompareTraySlot } from '../features/compare/compare-tray-slot.tsx';
import { ScrollRestoration, useIsLeaving } from '../router/index.ts';
import { classNames } from '../ui/class-names.ts';
import { OfflineBar } from '../ui/offline-bar.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The frame around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const moving = useIsLeaving();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="sr-only z-50 rounded-xl bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        Skip to content
      </a>
      <OfflineBar />
      <SiteHeader />
      <main
        id="content"
        tabIndex={-1}
        aria-busy={moving || undefined}
        className={classNames('flex-1 outline-none transition-opacity delay-150', moving && 'opacity-60')}
      >
        {children}
      </main>
      <Suspense>
        <SiteFooter />
      </Suspense>
      <CompareTraySlot />
      <BottomBar />
      <ToastHost />
      <ScrollRestoration focus="#content" />
    </div>
  );
}
