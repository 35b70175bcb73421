"""Technologies that are bought for the claims of one turn, some of which may be declined (mechanics/technologies)."""

from branchline.mechanics.technologies.declining import Declining
from branchline.mechanics.technologies.technologies import Technologies
from branchline.planner.faces import AFTER_CLAIMS, Thoughts
from branchline.planner.technology_double_claims import DoubleClaimJudgment
from branchline.planner.technology_right_of_way import RightOfWayJudgment


def join(thoughts: Thoughts, mechanic: Declining) -> None:
    seen, style, payments, claims = thoughts.seen, thoughts.style, thoughts.payments, thoughts.claims
    for other in thoughts.rules.mechanics:
        if isinstance(other, Technologies):
            thoughts.judgments.append(RightOfWayJudgment(seen, style, other, thoughts.needs, payments, claims))
            thoughts.judgments.append(DoubleClaimJudgment(seen, style, other, payments, claims, mechanic))


AFTER_CLAIMS.add(Declining, join)
