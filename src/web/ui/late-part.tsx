import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { FailedRead } from './alerts.tsx';

/** A part of a page that few of its visits show: its code loads with the first of them. If that fails, it says so in its place. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) }));
}

function NotLoaded() {
  return <FailedRead message="Something didn’t load. Check your connection and try again." onRetry={() => window.location.reload()} />;
}
