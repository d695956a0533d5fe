-- A check can end without a correction that anyone could send: `problem` says why.
alter table bar_corrections drop constraint bar_corrections_state_check;
alter table bar_corrections add constraint bar_corrections_state_check
  check (state in ('checking', 'still_right', 'differs', 'proposed', 'dismissed', 'not_sent', 'not_possible'));
