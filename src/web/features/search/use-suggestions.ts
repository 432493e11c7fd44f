import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { usePaused } from '../../ui/use-paused.ts';
import { useApp } from '../../use-app.tsx';
import { suggestionsOptions } from './queries.ts';
import { has } from './suggestions.ts';

type Suggestions = {
  /** The text they are for; blank when none are wanted. */
  typed: string;
  suggestions: Suggestion[];
  /** Requests suggestions for a text after a short pause; a blank text cancels. The latest text wins. */
  ask: (text: string) => void;
};

/** Suggestions for what is being typed. Until the next ones arrive, or when they never do, those that still match stay. */
export function useSuggestions(): Suggestions {
  const { api } = useApp();
  const [typed, ask] = useState('');
  const asked = usePaused(typed);
  const { data, error } = useQuery({ ...suggestionsOptions(api, asked), placeholderData: (previous) => previous?.filter((one) => has(one, asked)) });
  return { typed, suggestions: asked === '' || error ? [] : (data ?? []), ask };
}
