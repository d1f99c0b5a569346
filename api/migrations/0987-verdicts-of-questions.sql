-- What a person said of the answer to a question. One with a verdict need not have right answers.
ALTER TABLE test_questions ADD COLUMN verdict text;
ALTER TABLE test_questions ADD CONSTRAINT test_questions_verdict_check CHECK (verdict IN ('right', 'wrong'));
