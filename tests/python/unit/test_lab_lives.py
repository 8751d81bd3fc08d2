"""The lives of tables in the lab."""

from lab import split
from lab.cells import LabTable, Row
from lab.content import BASE_ROWS
from lab.tables import steps
from lab.tables.lives import LIVES
from lab.tables.recipe import Recipe


def test_there_are_thirty_lives_and_each_step_is_a_table_by_itself() -> None:
    names = [recipe.name for life in LIVES for recipe in life.recipes()]
    assert len(LIVES) >= 30
    assert len(set(names)) == len(names) == sum(len(life.steps) for life in LIVES)


def test_a_step_adds_to_what_those_before_it_did() -> None:
    for life in LIVES:
        done = life.born.after
        for recipe, step in zip(life.recipes(), life.steps, strict=True):
            done = (*done, *step.does)
            assert recipe.after == done


def test_all_steps_of_a_life_or_none_are_held_out_of_the_registry() -> None:
    sides = [{split.is_kept(_table(recipe)) for recipe in life.recipes()} for life in LIVES]
    assert all(len(side) == 1 for side in sides)
    assert {True, False} == set().union(*sides)


def _table(recipe: Recipe) -> LabTable:
    return LabTable(
        recipe.name, recipe.feature, recipe.state, (1, 2), (), (), (), (), levels=recipe.levels
    )


def test_steps_change_the_rows() -> None:
    def after(*done: steps.Step) -> list[Row]:
        rows = BASE_ROWS
        for step in done:
            rows = step.change(rows)
        return list(rows)

    first = {"id": 1, "name": "a", "amount": 1.5}
    assert after(steps.deleted(2), steps.deleted(3), steps.deleted(4)) == [first]
    assert after(steps.updated(1, 9.5))[0] == {**first, "amount": 9.5}
    assert after(steps.renamed("name", "title"))[0] == {"id": 1, "title": "a", "amount": 1.5}
    assert after(steps.dropped("name"))[0] == {"id": 1, "amount": 1.5}
    assert after(steps.filled("add", "", flag=None))[0] == {**first, "flag": None}
    assert after(steps.INSERTED)[-1] == {"id": 5, "name": "e", "amount": 5.5}
    assert after(steps.deleted(1), steps.restored(2, BASE_ROWS)) == list(BASE_ROWS)
