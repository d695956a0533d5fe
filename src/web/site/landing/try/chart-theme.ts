/** The tokens a canvas needs, resolved: it knows neither custom properties nor light-dark(). */
type ChartTheme = Record<'ink' | 'quiet' | 'line' | 'up' | 'down', string> & { font: string };

const TOKENS = { ink: 'ink', quiet: 'ink-3', line: 'line', up: 'up', down: 'down' } as const;

/** Reads the colors as they stand at `host` now, day or night. */
export function readChartTheme(host: HTMLElement): ChartTheme {
  const probe = document.createElement('span');
  probe.hidden = true;
  host.append(probe);
  const resolved = Object.entries(TOKENS).map(([name, token]) => {
    probe.style.color = `var(--color-${token})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.style.fontFamily = 'var(--font-mono)';
  const font = getComputedStyle(probe).fontFamily;
  probe.remove();
  return { ...(Object.fromEntries(resolved) as Omit<ChartTheme, 'font'>), font };
}

/** Calls back whenever day turns to night or back, by the system or by choice. @returns how to stop */
export function watchTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(changed);
  system.addEventListener('change', changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    chosen.disconnect();
  };
}
