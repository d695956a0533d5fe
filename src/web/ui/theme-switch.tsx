import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { applyTheme, storedTheme, THEMES, type Theme } from './theme.ts';

const FACES: Record<Theme, { icon: LucideIcon; label: string }> = {
  system: { icon: Monitor, label: 'as the system' },
  day: { icon: Sun, label: 'day' },
  night: { icon: Moon, label: 'night' },
};

/** One button that goes round: as the system, day, night. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  // Chosen elsewhere on the page.
  useEffect(() => {
    const changed = () => setTheme(storedTheme());
    addEventListener('bellwire:theme', changed);
    return () => removeEventListener('bellwire:theme', changed);
  }, []);
  const { icon: Icon, label } = FACES[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Theme: ${label}. Switch to ${FACES[next].label}`}
      title={`Theme: ${label}`}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon size={18} aria-hidden="true" />
    </Button>
  );
}
