import { LEAD_KEY } from './forget-lead.ts';

/** What the intake and the contact form leave in this browser, so that it isn't typed twice. */
export type Lead = { name: string; email: string; company: string };

/** The stored lead; empty texts for what it lacks, also when there is none or it is not ours. */
export function readLead(): Lead {
  const lead: Lead = { name: '', email: '', company: '' };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LEAD_KEY) ?? '{}');
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    for (const [name, value] of entries)
      if (isField(name) && typeof value === 'string') lead[name] = value.trim();
  } catch {
    // Not ours: nothing to fill in.
  }
  return lead;
}

/** Adds what a form was just filled in with; the rest stays. Without storage nothing is kept. */
export function rememberLead(told: Partial<Lead>): void {
  try {
    const kept = Object.entries({ ...readLead(), ...told }).filter(([, value]) => value !== '');
    localStorage.setItem(LEAD_KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is blocked or full: it will have to be typed again.
  }
}

const isField = (name: string): name is keyof Lead => ['name', 'email', 'company'].includes(name);
