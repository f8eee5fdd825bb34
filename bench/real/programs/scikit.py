"""scikit-learn's OpenMP parts: python3 scikit.py boosting|kmeans|neighbours|tsne."""
import sys

import numpy
import workload


def boosting():
    from sklearn.ensemble import HistGradientBoostingRegressor
    x, y = workload.table(40_000, 20)
    model = HistGradientBoostingRegressor(max_iter=40, early_stopping=False, random_state=1)
    with workload.timed():
        predicted = model.fit(x, y).predict(x)
    workload.digest("predictions", predicted)
    workload.value("error", numpy.mean((predicted - y) ** 2))


def kmeans():
    from sklearn.cluster import KMeans
    x, _ = workload.table(60_000, 16)
    model = KMeans(n_clusters=32, n_init=1, max_iter=40, random_state=1, algorithm="lloyd")
    with workload.timed():
        model.fit(x.astype(numpy.float64))
    workload.value("inertia", model.inertia_)
    workload.value("labels", numpy.sum(model.labels_ * numpy.arange(len(x)) % 1009))


def neighbours():
    from sklearn.neighbors import NearestNeighbors
    x, _ = workload.table(20_000, 16)
    model = NearestNeighbors(n_neighbors=8, algorithm="brute").fit(x[:12_000])
    with workload.timed():
        distances, indices = model.kneighbors(x[12_000:])
    workload.digest("indices", indices)
    workload.digest("distances", distances)


def tsne():
    from sklearn.manifold import TSNE
    x, _ = workload.table(1_000, 16)
    model = TSNE(perplexity=20, max_iter=250, init="random", random_state=1, n_jobs=None)
    with workload.timed():
        placed = model.fit_transform(x)
    workload.digest("places", placed)
    workload.value("divergence", model.kl_divergence_)


{"boosting": boosting, "kmeans": kmeans, "neighbours": neighbours, "tsne": tsne}[sys.argv[1]]()
