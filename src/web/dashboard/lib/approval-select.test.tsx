import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ApprovalSelect } from './approval-select.tsx';

it('offers no review that nobody could give, and takes none away that a rule asks for', () => {
  const shown = (stored: 'auto' | 'human' | undefined) =>
    renderToStaticMarkup(<ApprovalSelect stored={stored} defaultValue="human" />);
  expect(shown(undefined)).toBe('');
  expect(shown('auto')).toBe('');
  expect(shown('human')).toContain('<option value="human" selected="">After a review</option>');
  expect(shown('human')).toContain('alerts that wait for one are kept and not sent.');
});
