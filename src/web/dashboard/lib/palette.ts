import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';

/** What a command is handed when it is chosen; the palette is closed by then. */
export type PaletteContext = { navigate: (to: string) => void; queries: QueryClient };

/** One thing that can be found and done by its name. */
export type Command = {
  /** The same every time: recent ones are remembered by it. */
  id: string;
  label: string;
  /** Other words that people look for. */
  words?: string;
  icon?: LucideIcon;
  /** Beside the label, in the small print. */
  hint?: string;
  run: (context: PaletteContext) => void;
};

/** What a part of the account area brings to the palette; loaded when it is opened for the first time. */
export type PaletteSource = {
  group: string;
  /** All commands; listed again each time the palette opens. */
  commands?: (context: PaletteContext) => readonly Command[] | Promise<readonly Command[]>;
  /** What fits some words, where there is too much to list. @throws ApiError */
  search?: (text: string, context: PaletteContext, signal: AbortSignal) => Promise<readonly Command[]>;
};
