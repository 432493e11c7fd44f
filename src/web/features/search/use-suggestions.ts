import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { useApp } from '../../use-app.tsx';
import { suggestionsOptions } from './queries.ts';
import { has } from './suggestions.ts';

/** The pause in typing after which one asks, in milliseconds. */
const PAUSE_MS = 120;

type Suggestions = {
  /** What they are for; blank when none are wanted. */
  typed: string;
  suggestions: Suggestion[];
  /** Asks, after a short pause, what a text may become; a blank one asks for nothing. The last one asked for wins. */
  ask: (text: string) => void;
};

/** What somebody may be about to type. Until the next suggestions are there, or when they never come, those stay that still fit. */
export const useSuggestions = (): Suggestions => {
  const { api } = useApp();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(typed.trim()), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  const ask = (text: string): void => {
    setTyped(text);
    if (text.trim() === '') setAsked('');
  };
  const { data, error } = useQuery({ ...suggestionsOptions(api, asked), placeholderData: (previous) => previous?.filter((one) => has(one, asked)) });
  return { typed, suggestions: asked === '' || error ? [] : (data ?? []), ask };
};
