-- Words of a rule's own for its alerts, with placeholders that are filled from the evidence: a headline, a text, or both.
-- An event keeps them as they were when the rule spoke: its alert is written later, and its placeholders are about the
-- figures of the version that spoke.
alter table rules add column message jsonb
  check (message is null or (jsonb_typeof(message) = 'object' and length(message::text) <= 8000));
alter table events add column message jsonb;
